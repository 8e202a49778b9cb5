import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon";

export type ButtonLook = {
  /** `primary` is the next step: at most one on a screen. */
  look?: "plain" | "primary" | "quiet" | "danger" | undefined;
  icon?: IconName | undefined;
};

const classOf = (look: ButtonLook["look"], more: string | undefined) =>
  ["button", look && look !== "plain" && `button-${look}`, more].filter(Boolean).join(" ");

export function Button({ look, icon, className, children, ...rest }: ButtonLook & ComponentProps<"button">) {
  return (
    <button type="submit" className={classOf(look, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function ButtonLink({ look, icon, className, children, ...rest }: ButtonLook & ComponentProps<"a">) {
  return (
    <a className={classOf(look, className)} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
