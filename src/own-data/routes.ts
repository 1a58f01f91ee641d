import { endpoint } from '../core/http/endpoint'
import { pathText } from '../core/http/params'
import { assertHuman } from '../accounts/account'
import { z } from 'zod'
import { serveLinkedArchive } from '../exports/linked-archive'
import { realmOf } from '../core/sql/ids'
import { folderOf } from './part'
import { ownDataOf, ownDataParts } from './queries'
import { hasOwnData, isPending, ownDataFields, sealOf, shownOwnData } from './schema'

/**
 * Has an archive made of what is stored about you, for you alone: your account with its settings and profile, your bots without
 * keys, subscriptions, mutes, drafts, scheduled messages, stars, reactions, files, the messages that you sent to streams and may
 * still read, and your private conversations as you see them. It replaces the archive before, and is deleted after 7 days.
 * Archives are made one at a time. Your clients are told by an event `own_data` that it waits, and that it is complete or failed.
 *
 * @error BAD_REQUEST You are a bot.
 * @error BAD_REQUEST Your archive is being made already.
 * @error 429 RATE_LIMIT_HIT You asked within the last 7 days, or the last archive failed within the last day.
 * @error 429 RATE_LIMIT_HIT People of the organization asked for 100 archives within a day, or your share of these is used up.
 * @error BAD_REQUEST The server keeps no files.
 */
export const requestOwnDataEndpoint = endpoint('POST /users/me/data', {
  summary: 'Ask for an archive of your own data',
  overSocket: true,
  returns: {},
  async run({ realm }) {
    return realm.perform('requestOwnData', {})
  },
})

/**
 * Answers the archive that you asked for last. Nobody else sees that it exists.
 *
 * @error BAD_REQUEST You are a bot.
 */
export const ownDataEndpoint = endpoint('GET /users/me/data', {
  summary: 'The archive of your own data',
  returns: {
    ...ownDataFields,
    /**
     * When a pending archive goes on, in seconds since 1970 UTC, if it waits because little is left of what the server may write or
     * read on this day; else null.
     */
    waits_until: z.number().nullable(),
  },
  async run({ viewer, sql, env, realm }) {
    const account = await viewer()
    assertHuman(account)
    const { id } = account
    const row = await ownDataOf(sql, id)
    const { waits_until } =
      row !== null && isPending(row) ? await realm.perform('whenWorkBegins', {}) : { waits_until: null }
    return { ...shownOwnData(row, { now: Date.now() / 1000, isLimited: env.RATE_LIMITS !== 'off' }), waits_until }
  },
})

/**
 * Deletes the archive, or stops making it. You may ask for the next one 7 days after you asked for this one.
 *
 * @error BAD_REQUEST There is no archive.
 */
export const deleteOwnDataEndpoint = endpoint('DELETE /users/me/data', {
  summary: 'Delete the archive of your own data',
  overSocket: true,
  returns: {},
  async run({ realm }) {
    return realm.perform('deleteOwnData', {})
  },
})

/** Needs no credentials, because the address is signed and cannot be guessed: so a download program can be given it. */
export const ownArchiveEndpoint = endpoint('GET {base_url}/own_data/{token}', {
  summary: 'The archive of a person’s own data',
  auth: 'none',
  counted: 'file',
  params: { token: pathText() },
  returns: {},
  run: (request) =>
    serveLinkedArchive(request, 1, async ([user_id]) => {
      const found = await ownDataOf(request.sql, user_id!)
      if (found === null || !hasOwnData(found)) return null
      const realm_id = realmOf(found.user_id)
      return {
        realm_id,
        user_id: found.user_id,
        seal: sealOf(found),
        folder: folderOf(realm_id, found),
        parts: () => ownDataParts(request.sql, found.user_id),
        kind: 'own-data',
        time: found.requested_at,
        mayHave: (_, realm) => !realm.deactivated,
      }
    }),
})
