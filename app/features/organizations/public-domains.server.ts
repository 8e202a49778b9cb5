import { domainToASCII, domainToUnicode } from "node:url";

/** Two long lists that most desks need once a year, so they are loaded when the first domain is added. */
const lists = async () => {
  const [providers, { parse }] = await Promise.all([import("email-providers"), import("tldts")]);
  return { providers: new Set(providers.default), parse };
};

/**
 * The domains in which strangers can have addresses: those of public mail providers (`gmail.com`), and suffixes under which
 * anyone can register a name (`co.uk`, `github.io`). Each as given.
 */
export async function publicDomains(domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return [];
  const { providers, parse } = await lists();
  const isPublic = (typed: string) => {
    const domain = domainToASCII(typed) || typed;
    const { hostname, publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
    const isSuffix = hostname === publicSuffix && (isIcann === true || isPrivate === true);
    return isSuffix || providers.has(domain) || providers.has(domainToUnicode(domain));
  };
  return domains.filter(isPublic);
}
