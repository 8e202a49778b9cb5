// biome-ignore lint/suspicious/noExplicitAny: the router's own types are those of its caller
export function lookAtFewRoutes(router: any): void;
export function chooserOf(routes: readonly object[]): (pathname: string) => readonly object[];
