import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "../addresses/private-hosts";
import * as say from "./transport-copy";

/** Thrown for an unencrypted connection to a server outside this machine and private networks. */
export class NotPrivateError extends Error {
  override name = "NotPrivateError";
  constructor(host: string) {
    super(say.notPrivate(host));
  }
}

/** Throws `NotPrivateError` for a public address. Node only looks up names, so `privateLookup` never sees addresses. */
export function refusePublicAddress(host: string) {
  if (isIP(host) !== 0 && !isPrivateAddress(host)) throw new NotPrivateError(host);
}

/** For `net.connect`: checks the very addresses it then connects to, so a name can't change in between. */
export const privateLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || !first) return callback(error ?? new Error(say.notFound(host)), "", 0);
    if (!found.every(({ address }) => isPrivateAddress(address))) return callback(new NotPrivateError(host), "", 0);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};
