import type { InsertObject } from "kysely";
import type { Database, Db } from "../../app/db/types";

const PLACES = [
  { key: "quay", label: "Quay house", enabled: true },
  { key: "crane", label: "Crane hall", enabled: true },
  { key: "yard", label: "Yard office", enabled: true },
  { key: "home", label: "At home", enabled: true },
];

/** Adds this desk's custom fields. */
export async function defineFields(db: Db): Promise<void> {
  const fields: InsertObject<Database, "custom_field">[] = [
    {
      key: "place",
      label: "Where",
      help: "The location of the problem, or where you need us.",
      kind: "select",
      options: JSON.stringify(PLACES),
      visibility: "requester_write",
      position: 1,
    },
    {
      key: "device",
      label: "Device",
      help: "The number on its label, such as A-2240.",
      kind: "text",
      types: JSON.stringify(["incident"]),
      visibility: "requester_write",
      position: 2,
    },
    { key: "cost", label: "Cost in euros", kind: "number", types: JSON.stringify(["request"]), position: 3 },
    {
      key: "approved",
      label: "Approved by",
      kind: "user",
      types: JSON.stringify(["request"]),
      show_if: JSON.stringify({ field: "cost", is: "is_set" }),
      position: 4,
    },
  ];
  for (const field of fields) await db.insertInto("custom_field").values(field).execute();
}
