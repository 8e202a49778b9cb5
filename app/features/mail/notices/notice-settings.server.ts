import * as z from "zod/v4";
import type { Db } from "~/db/types";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { MOST_LINK_DAYS, NOTICE_TEXTS } from "./notice-options";
import * as say from "./notices-copy";

const ENTER_DAYS = say.enterDays(MOST_LINK_DAYS);

export const NoticeSettingsForm = z.object({
  noticeText: z.enum(NOTICE_TEXTS, say.chooseAnOption),
  linkDays: z.coerce.number(ENTER_DAYS).int(ENTER_DAYS).min(1, ENTER_DAYS).max(MOST_LINK_DAYS, ENTER_DAYS),
});

export type NoticeSettings = z.output<typeof NoticeSettingsForm>;

export async function readNoticeSettings(db: Db): Promise<NoticeSettings> {
  const row = await db.selectFrom("catalogue").select(["notice_text", "link_days"]).executeTakeFirstOrThrow();
  return { noticeText: row.notice_text, linkDays: row.link_days };
}

/** For admins. */
export const saveNoticeSettings = (db: Db, viewer: Viewer, { noticeText, linkDays }: NoticeSettings) =>
  changeRecords<{ ok: true } | NotAllowed>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    await tx.updateTable("catalogue").set({ notice_text: noticeText, link_days: linkDays }).execute();
    return { ok: true };
  });
