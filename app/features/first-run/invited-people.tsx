import { ButtonLink } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import { CopyButton } from "./copy-button.island";
import * as say from "./first-run-copy";

/** `link` is null if it only went out by email, `sentTo` if it didn't. */
type Invited = { id: number; name: string; email: string; link: string | null; sentTo: string | null };
export type Invitations = { invited: Invited[]; already: string[]; twice: string[] };

/** The result of inviting people: their links, and who wasn't invited. */
export function InvitedPeople({ invited, already, twice }: Invitations) {
  const links = invited.flatMap(({ name, email, link }) => (link === null ? [] : [`${name} <${email}>: ${link}`]));
  const mailed = invited.filter(({ sentTo }) => sentTo !== null).length;
  return (
    <>
      <PageHeader title={say.invitedPeople(invited.length)} />
      <div className="setup">
        <Notice kind="success" answers={invited}>
          {mailed > 0 && <p>{say.invitedByMail(mailed)}</p>}
          {links.length > 0 && <p>{say.copyTheLinks(links.length)}</p>}
        </Notice>
        {already.length > 0 && <Notice>{say.alreadyHere(already.join(", "))}</Notice>}
        {twice.length > 0 && <Notice>{say.listedTwice(twice.join(", "))}</Notice>}
        {links.length > 1 && (
          <div className="buttons">
            <CopyButton text={links.join("\n")} label={say.copyAll} name={say.copyAllLinks} />
          </div>
        )}
        <ul className="invited">
          {invited.map(({ id, name, email, link }) => (
            <li key={id}>
              {link === null ? (
                <p>{`${name} <${email}>`}</p>
              ) : (
                <div className="field-line">
                  <TextField
                    label={say.linkFor(name, email)}
                    id={`link-${id}`}
                    name="link"
                    readOnly
                    autoComplete="off"
                    defaultValue={link}
                  />
                  <CopyButton text={link} name={say.copyLinkFor(name)} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <div className="buttons">
          <ButtonLink look="primary" href="/">
            {say.backToHome}
          </ButtonLink>
          <ButtonLink href="/users/invite">{say.inviteMore}</ButtonLink>
        </div>
      </div>
    </>
  );
}
