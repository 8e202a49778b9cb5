import * as say from "./ui-copy";

/** The mark: a tick that stands on a desk. The same drawing as the icons of the installed app, without their ground. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="100 96 312 312" aria-hidden="true">
      <path className="desk" d="M124 342h264M164 346v54M348 346v54" />
      <path className="tick" d="m172 206 66 68 114-142" />
    </svg>
  );
}

/** A picture and its size in pixels. */
export type Logo = { src: string; width: number; height: number };

type Props = { name?: string | null | undefined; logo?: Logo | null | undefined; href?: string | undefined };

/** Mark and name of this desk. `name` and `logo` are the site's, from the host; without one, the product's. */
export function Brand({ name, logo, href }: Props) {
  const inside = (
    <>
      {logo ? <img className="brand-mark" alt="" {...logo} /> : <BrandMark />}
      <span className="brand-name">{name || say.taskdesk}</span>
    </>
  );
  return href ? (
    <a className="brand" href={href}>
      {inside}
    </a>
  ) : (
    <span className="brand">{inside}</span>
  );
}
