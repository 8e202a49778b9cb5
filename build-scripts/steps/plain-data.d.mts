type SingleFetch = { encodeViaTurboStream: (data: unknown, ...how: unknown[]) => ReadableStream<Uint8Array> | string };
export function writePlainDataQuickly(singleFetch: SingleFetch): void;
