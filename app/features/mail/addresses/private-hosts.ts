import ipaddr from "ipaddr.js";

const PRIVATE_RANGES = ["loopback", "private", "uniqueLocal", "linkLocal"];

/** Whether an IP address belongs to this machine or a private network. */
export const isPrivateAddress = (address: string) =>
  ipaddr.isValid(address) && PRIVATE_RANGES.includes(ipaddr.process(address).range());

/** Names that never belong to a public server: `localhost`, names without a dot, and endings for private networks. */
const PRIVATE_NAME = /^(?:[^.]+|.+\.(?:internal|local|lan|localhost))$/;

/**
 * Whether a typed server may be used without encryption: on this machine or in a private network. Other names may still
 * lead there; they are checked when connecting, and need encryption here.
 */
export function isPrivateHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.isValid(name) ? isPrivateAddress(name) : PRIVATE_NAME.test(name.toLowerCase());
}
