import { type Kysely, sql } from "kysely";
import { engineOf } from "../engine.server";

/**
 * People search: stores the rest of `search_text` from each word on, so that a prefix of one or more words is an index
 * range. Triggers maintain it, so code that writes people doesn't have to. Texts are cut, because PostgreSQL indexes at
 * most 2704 bytes per entry.
 */
export async function up(db: Kysely<object>) {
  const sqlite = engineOf(db as never) === "sqlite";
  await db.schema
    .createTable("user_word")
    .addColumn("words", sqlite ? sql`text` : sql`text collate "C"`, (c) => c.notNull())
    .addColumn("user_id", "integer", (c) => c.notNull().references("user.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("user_word_key", ["words", "user_id"])
    .$call((table) => (sqlite ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await db.schema.createIndex("user_word_by_user").on("user_word").column("user_id").execute(); // for the triggers

  if (sqlite) {
    const insertion = sql`
      insert or ignore into user_word (words, user_id)
      select substr(words, 1, 300), new.id from (
        with recursive rest (words) as (
          select substr(new.search_text, 2) where new.search_text <> ''
          union all
          select substr(words, instr(words, ' ') + 1) from rest where instr(words, ' ') > 0
        )
        select words from rest
      );`;
    await sql`create trigger user_words_of_new after insert on "user" begin ${insertion} end`.execute(db);
    await sql`create trigger user_words_of_changed after update of search_text on "user" begin
      delete from user_word where user_id = new.id;
      ${insertion}
    end`.execute(db);
  } else {
    await sql`create function keep_user_words() returns trigger language plpgsql as $$
      begin
        delete from user_word where user_id = new.id;
        insert into user_word (words, user_id)
          select left(array_to_string(words[place:], ' '), 300), new.id
          from string_to_array(substr(new.search_text, 2), ' ') as words, generate_subscripts(words, 1) as place
          on conflict do nothing;
        return null;
      end
    $$`.execute(db);
    await sql`create trigger user_words after insert or update of search_text on "user"
      for each row execute function keep_user_words()`.execute(db);
  }
  await sql`update "user" set search_text = search_text`.execute(db); // fires the trigger for existing users
}
