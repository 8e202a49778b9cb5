import type { RequestHandler } from "express";

const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses duplicate or invalid Host headers: a proxy might read them differently. */
export const onlyOneHost: RequestHandler = (request, response, next) => {
  const hosts = request.headersDistinct.host ?? [];
  const isUsable = hosts.every((host) => HOST.test(host) && URL.canParse(`http://${host}`));
  if (isUsable && hosts.length <= 1) next();
  else response.status(400).type("text/plain").send("The Host header must name exactly one host.\n");
};
