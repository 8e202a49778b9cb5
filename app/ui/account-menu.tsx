import { Button } from "./button";
import { Avatar } from "./person";
import * as say from "./ui-copy";

export function AccountMenu({ name, role, csrfToken }: { name: string; role: string; csrfToken: string }) {
  return (
    <details className="menu menu-upwards account" data-layer="menu">
      <summary aria-label={say.accountOf(name)}>
        <Avatar name={name} />
        <span className="account-name">{name}</span>
      </summary>
      <div className="menu-sheet">
        <p className="menu-who">
          <b>{name}</b>
          <span>{role}</span>
        </p>
        <hr />
        {role !== "requester" && <a href="/macros">{say.macros}</a>}
        <a href="/settings/profile">{say.yourProfile}</a>
        <a href="/settings/display">{say.preferences}</a>
        <a href="/settings/display#keys">{say.keyboardShortcuts}</a>
        <a href="/settings/notifications">{say.notificationSettings}</a>
        {role === "admin" && <a href="/settings">{say.settings}</a>}
        <form method="post" action="/api/auth/signout">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value="/login" />
          <Button look="quiet" icon="sign-out">
            {say.signOut}
          </Button>
        </form>
      </div>
    </details>
  );
}
