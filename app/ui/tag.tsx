/** A tag; with `href` it leads to the tasks that carry it. */
export function Tag({ name, href }: { name: string; href?: string | undefined }) {
  return href ? (
    <a className="tag" href={href}>
      {name}
    </a>
  ) : (
    <span className="tag">{name}</span>
  );
}
