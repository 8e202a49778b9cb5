const MAX_PICTURES = 2_000;

/** The content ids that HTML refers to, as in `<img src="cid:logo@one.example">`. */
export function shownContentIds(html: string): Set<string> {
  const ids = new Set<string>();
  for (const [, id = ""] of html.matchAll(/\bcid:([^"'\s<>)]{1,300})/gi)) {
    ids.add(id);
    ids.add(decoded(id));
    if (ids.size >= MAX_PICTURES) break;
  }
  return ids;
}

function decoded(id: string): string {
  const plain = id.replaceAll("&amp;", "&");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain; // a stray percent sign
  }
}
