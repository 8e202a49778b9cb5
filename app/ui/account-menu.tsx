import { Button } from "./button";
import { Avatar } from "./person";

/** Who is signed in, and the way out. Opens without scripts; signing out is an ordinary form. */
export function AccountMenu({ name, role, csrfToken }: { name: string; role: string; csrfToken: string }) {
  return (
    <details className="menu menu-upwards account" data-layer="menu">
      <summary aria-label={`Account: ${name}`}>
        <Avatar name={name} />
        <span className="account-name">{name}</span>
      </summary>
      <div className="menu-sheet">
        <p className="menu-who">
          <b>{name}</b>
          <span>{role}</span>
        </p>
        <hr />
        {role !== "requester" && <a href="/macros">Macros</a>}
        <a href="/settings/profile">Your profile</a>
        <a href="/settings/display">Look, time and keys</a>
        <a href="/settings/notifications">What you are told of</a>
        {role === "admin" && <a href="/settings">Settings</a>}
        <form method="post" action="/api/auth/signout">
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value="/login" />
          <Button look="quiet" icon="sign-out">
            Sign out
          </Button>
        </form>
      </div>
    </details>
  );
}
