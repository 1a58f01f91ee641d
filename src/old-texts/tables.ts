/** Tables of the object: the texts, and a search index of its own for them. */

/**
 * The words of a message's HTML, in SQL, as in the view `message_words` of `schema.sql`, which explains it. 59 is a semicolon.
 * Both search indexes must have the same words.
 */
export const wordsInHtml = `(
  with recursive part (text, rest, next, size) as (
    select '', '>', 1, instr(rendered_content || char(10) || '<div class="message_embed">', char(10) || '<div class="message_embed">') - 1
    union all
    select
      iif(next <= size and instr(rest, '<') = 0, '', iif(instr(
        ' p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote div pre table thead tbody tr th td img ',
        ' ' || substr(
          ltrim(substr(rest, 1, instr(rest, '>') - 1), '/'), 1, instr(ltrim(substr(rest, 1, instr(rest, '>') - 1), '/') || ' ', ' ') - 1
        ) || ' '
      ) > 0, ' ', '') || substr(rest, instr(rest, '>') + 1, instr(rest || '<', '<') - instr(rest, '>') - 1)),
      iif(next <= size and instr(rest, '<') = 0,
        rest || substr(rendered_content, next, min(1000, size - next + 1)), substr(rest, instr(rest || '<', '<') + 1)),
      iif(next <= size and instr(rest, '<') = 0, next + 1000, next),
      size
    from part
    where rest <> '' or next <= size
  )
  select
    replace(replace(replace(replace(replace(group_concat(text, ''), '&lt' || char(59), '<'), '&gt' || char(59), '>'),
      '&quot' || char(59), '"'), '&#39' || char(59), ''''), '&amp' || char(59), '&')
  from part
)`

/**
 * A text belongs to an id and the `last_edit_at` of its row. All of it is as of the move, and nothing of it changes while it is here.
 * A sender is a word such as u12 of the index, and a stream or conversation one such as r12.
 */
export const tables = `
  create table if not exists old_text (
    id integer primary key,
    last_edit_at integer, -- of the row; null: never edited
    recipient_id integer not null,
    sender_id integer not null,
    topic text not null,
    content text not null,
    rendered_content text not null -- as in the column of the database: '=' is the content as a paragraph
  );
  create view if not exists old_words as
  select id, iif(rendered_content = '=', content, ${wordsInHtml}) as content,
    topic, 'u' || sender_id as sender, 'r' || recipient_id as place
  from old_text;
  create virtual table if not exists old_search using fts5 (
    content, topic, sender, place, content = 'old_words', content_rowid = 'id', tokenize = 'porter unicode61'
  );
  insert into old_search (old_search, rank) values ('secure-delete', 1);`
