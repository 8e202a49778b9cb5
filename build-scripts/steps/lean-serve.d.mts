// biome-ignore lint/suspicious/noExplicitAny: the handlers are Express's
type Express = { static: (folder: string, options?: object) => any };
export function askForKnownFiles(express: Express): void;
type Application = {
  request: object;
  response: object;
  listen(...where: unknown[]): import("node:http").Server;
};
export function listenAsExpress(application: Application): void;
type Jsx = typeof import("react/jsx-runtime").jsx;
export function takePropertiesAsTheyAre(jsxRuntime: { jsx: Jsx; jsxs: Jsx }): void;
type Body = ReadableStream<Uint8Array> & { bytes?: Uint8Array };
type RemixNode = {
  writeReadableStreamToWritable(body: Body, response: import("node:http").ServerResponse): Promise<void>;
};
type Handler = (
  request: import("node:http").IncomingMessage,
  response: import("node:http").ServerResponse,
  next: (error: unknown) => void,
) => Promise<void>;
// biome-ignore lint/suspicious/noExplicitAny: a build, of which only some parts are needed
type RemixExpress = { createRequestHandler(options: { build: any; mode?: string }): Handler };
export function keepSignals(remixExpress: RemixExpress, remixNode: object, adapter: object): void;
export function sendWholeAnswers(remixNode: RemixNode): void;
// biome-ignore lint/suspicious/noExplicitAny: not part of what Remix exports
export function handLoadersTheRequest(remixData: any): void;
// biome-ignore lint/suspicious/noExplicitAny: the same
export function listModulesOnce(remixEntry: any): void;
export function keepFetchOfNode(remixNode: { installGlobals: unknown }): void;
