import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SectionHeader } from "~/ui/page-header";
import { Person } from "~/ui/person";
import * as say from "./people-copy";
import { type Copies, PutInCopy } from "./task-people";

/**
 * People in copy, on the requester's page. The requester can add people and remove the people they added. They see each by the
 * address they typed. People in copy can leave.
 */
export function RequesterCopies({
  taskId,
  people,
  requestKey,
  refusal,
  isRequester,
  viewerId,
}: Copies & { isRequester: boolean; viewerId: number | null }) {
  if (people.length === 0 && !isRequester) return null;
  return (
    <section className="task-people" aria-labelledby="in-copy">
      <SectionHeader title={say.inCopy} id="in-copy" />
      {people.length > 0 && (
        <ul>
          {people.map(({ id, name }) => (
            <li key={id}>
              <Person name={name} />
              {id === viewerId && (
                <form method="post" action={`/tasks/${taskId}/participants`}>
                  <Button look="quiet" name="remove" value={id}>
                    {say.leave}
                  </Button>
                </form>
              )}
              {isRequester && id < 0 && (
                <form method="post" action={`/tasks/${taskId}/participants`} data-keeps-scroll>
                  <Button look="quiet" name="remove" value={name} aria-label={say.removeFromCopy(name)}>
                    <Icon name="close" />
                  </Button>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRequester && (
        <PutInCopy
          summary={say.addAPerson}
          label={say.emailLabel}
          button={say.addPerson}
          hint={say.inCopyHint}
          requestKey={requestKey}
          refusal={refusal}
        />
      )}
    </section>
  );
}
