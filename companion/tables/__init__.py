"""Tables in play: live state that all browsers share, and who may change it."""
