import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import type { ShownEvent } from "./task-read.server";
import { UPDATE_FIELD } from "./task-words";

const FIELD_NAMES: Record<string, string> = {
  title: "Title",
  status: "Status",
  priority: "Priority",
  type: "Type",
  team: "Team",
  assignee: "Assignee",
  requester: "Requester",
  tags: "Tags",
  due: "Due",
  follow_up_of: "Follow-up of",
};

/** Who changed what and when, oldest first. */
export function History({ events, now }: { events: readonly ShownEvent[]; now: number }) {
  return (
    <section aria-labelledby="history">
      <SectionHeader title="History" id="history" />
      <ol className="history">
        {events.map((event) => (
          <li key={event.id}>
            <span>
              <b>{event.actor ?? (event.via === "import" ? "Somebody" : "Taskdesk")}</b> <What event={event} />
              {event.via === "import" && " (imported)"}
            </span>{" "}
            <Time at={event.at} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function What({ event: { kind, field, old_value, new_value } }: { event: ShownEvent }) {
  if (kind === "created") return <>created the task</>;
  if (kind === "replied") return <>replied</>;
  if (kind === "noted") return <>added an internal note</>;
  if (field === UPDATE_FIELD) return <>updated the task</>;
  const name = FIELD_NAMES[field ?? ""] ?? field;
  if (old_value === null || old_value === "") {
    return (
      <>
        set {name} to <ins>{new_value}</ins>
      </>
    );
  }
  if (new_value === null || new_value === "") {
    return (
      <>
        removed {name} <del>{old_value}</del>
      </>
    );
  }
  return (
    <>
      changed {name} from <del>{old_value}</del> to <ins>{new_value}</ins>
    </>
  );
}
