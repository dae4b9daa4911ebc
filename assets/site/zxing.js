// Finds QR codes in pixels by zxing, which is loaded with the first picture that is looked through.
import { prepareZXingModule, readBarcodes } from "./zxing/reader/index.js";

const prepare = () => prepareZXingModule({
  overrides: { locateFile: (file) => new URL(`zxing/reader/${file}`, import.meta.url).href },
});
prepare();

const OPTIONS = { formats: ["QRCode"], textMode: "Plain" };

// Return the texts of all codes in an `ImageData`, each once.
export const textsIn = async (pixels) => {
  const found = await readBarcodes(pixels, OPTIONS).catch((error) => {
    prepare();  // else it would never ask again for a file that did not come
    throw error;
  });
  return [...new Set(found.map(({ text }) => text).filter(Boolean))];
};
