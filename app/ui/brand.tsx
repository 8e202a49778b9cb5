import * as say from "./ui-copy";

/** The product mark: the installed app's icon without its background. */
function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="100 96 312 312" aria-hidden="true">
      <path className="desk" d="M124 342h264M164 346v54M348 346v54" />
      <path className="tick" d="m172 206 66 68 114-142" />
    </svg>
  );
}

/** Size in pixels. */
export type Logo = { src: string; width: number; height: number };

type Props = { name?: string | null | undefined; logo?: Logo | null | undefined; href?: string | undefined };

/** Mark and name of the desk. `name` and `logo` belong to the host's site; the defaults are the product's. */
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
