type TurboStream = { encode: (input: unknown, options?: object) => ReadableStream<Uint8Array> };
export function writePlainDataQuickly(turboStream: TurboStream): void;
