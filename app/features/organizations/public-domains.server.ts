import { domainToASCII, domainToUnicode } from "node:url";

/** Two long lists that most desks need once a year: loaded with the first domain somebody adds. */
const lists = async () => {
  const [providers, { parse }] = await Promise.all([import("email-providers"), import("tldts")]);
  return { providers: new Set(providers.default), parse };
};

/**
 * Of these domains the ones in which strangers have addresses: those of public mail providers (`gmail.com`), and suffixes
 * below which anybody registers a name (`co.uk`, `github.io`). Each as it was given.
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
