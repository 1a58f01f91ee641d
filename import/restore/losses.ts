const first =
  'What happened since the snapshot is not in it. If the database was damaged less than 7 days ago (30 on the paid plan),\nwrangler d1 time-travel brings back any minute of it (docs/deploy.md, Restoring).'

/** What an archive cannot bring back. */
export const lossesOfArchive = `Not in any archive, so do this next (docs/deploy.md, After a restore):
- Passwords: make links for new ones, in the settings of the organization under "Imported people".
- API keys, sessions and registered devices: people log in again, and programs get a new key.
- Keys of bots, and tokens of outgoing webhooks: each bot gets a new key.
- Invitations have new links. Owners turn "Let owners export everything" on again, and people allow exports again.
- Secrets and variables of the deployment (wrangler secret put).
${first}`

/** What a copy of the database cannot bring back. */
export const lossesOfCopy = `Not in the copy (docs/deploy.md, After a restore):
- Files and pictures: their bytes are in the R2 bucket. They are there as long as that bucket is.
- Secrets and variables of the deployment (wrangler secret put).
Passwords, keys and sessions are those of the time of the copy, also those that were ended since then.
${first}`
