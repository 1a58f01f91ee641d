/** Texts of messages, mostly one or two lines. */
export const texts = [
  'Morning! Anybody in the **harbour** office today?',
  'The build is green again. I pinned the compiler and opened a ticket for the rest, see https://example.com/4711 for what happened.',
  'Thanks :)',
  'Two things before lunch:\n\n* the invoice for *October* is still missing\n* `deploy.sh` now asks before it touches anything',
  'I would rather not. Last time we moved the nightly job an hour later it met the backup, and both took until noon; the log is full of it.',
  'ok',
]
