// What the scripts of a page share, as far as those with types use it.
declare const tesseraSite: { scripts: string };
declare const tesseraWords: { tr(template: string, values?: object): string };
declare const tessera: {
  body: Promise<void>; lacking: Promise<void>; stale?: boolean;
  display(words: string, label: string, act: () => void): Promise<void>; dismiss(): void;
  carries(hash: string): boolean; take(hash: string): Promise<string>; show(id: string): void;
};

type Frames = (frame: Uint8Array) => void;
declare var jsConnect: (app: unknown, address: unknown, take: Frames) => Promise<void>;
declare var jsSend: (app: unknown, frame: Uint8Array<ArrayBuffer>) => Promise<void>;
declare var jsDisconnect: () => Promise<void>;
