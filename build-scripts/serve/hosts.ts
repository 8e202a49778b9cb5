import type { RequestHandler } from "express";

const HOST = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Refuses a request that names two hosts, or none that can be one: whoever reads another of them than we do is led astray. */
export const onlyOneHost: RequestHandler = (request, response, next) => {
  const hosts = request.headersDistinct.host ?? [];
  const isUsable = hosts.every((host) => HOST.test(host) && URL.canParse(`http://${host}`));
  if (isUsable && hosts.length <= 1) next();
  else response.status(400).type("text/plain").send("The Host header has to name one host.\n");
};
