import { activeAccount, assertHuman, sharesOf } from '../accounts/account'
import { assertAdministrator, assertOwner, isOwner } from '../accounts/roles'
import { hashOfKey, newKey } from '../auth/keys'
import { noteNewPassword } from '../auth/login-mail'
import { logsInBy } from '../auth/methods'
import { accountById, passwordHash } from '../auth/queries'
import { refused } from '../core/base/errors'
import { fragment } from '../core/sql/sql'
import { joinSteps, type Change, type Step, type SystemTurn, type Turn } from '../core/turn/change'
import { invalidation } from '../core/turn/query-cache'
import { causedBy, causedByStranger, type MailCause } from '../mail/limits'
import { postMails, type PostedMails } from '../mail/posting'
import { sendsMail } from '../mail/setup'
import { sendDirectNotice } from '../messages/direct-notices'
import { silentMention } from '../messages/notices'
import { endTakeovers } from '../sessions/begun'
import { endAllSessions } from '../sessions/grant'
import { userSettings } from '../settings/queries'
import { userById, type UserRow } from '../users/queries'
import { accessReset, linkOf } from './access'
import { hasLinkOfOthers } from './queries'
import { deletePasswordResets, storeAsking, storeLink } from './writes'

const hour = 3600

/**
 * Limits of the password requests that strangers can store: per account, per network, and per organization. Without a limit per
 * network, somebody who requests them for many people could use up the limit of the organization.
 */
const asksOfOne = { maxAttempts: 5, seconds: 24 * hour }
const asksOfNetwork = { maxAttempts: 20, seconds: hour }
const asksOfAll = { maxAttempts: 200, seconds: hour }

/** Seconds until a link expires. */
const linkSeconds = hour

/**
 * Records that somebody, perhaps this user, requested a new password. Does nothing beyond the limits, because nobody waits for
 * the outcome.
 */
export async function askForPasswordReset(turn: SystemTurn, { user_id }: { user_id: number }): Promise<Change> {
  const { cached, realm_id, now, env, attempts, facts } = turn
  const user = await cached(userById, realm_id, user_id)
  const isWithinLimits = () =>
    env.RATE_LIMITS === 'off' ||
    (attempts.mayTake(`password-reset:${user_id}`, asksOfOne) &&
      (facts.address === null || attempts.mayTake(`password-reset from ${facts.address}`, asksOfNetwork)) &&
      attempts.mayTake('password-reset', asksOfAll))
  if (user === null || !isActivePerson(user) || !isWithinLimits()) return { writes: [], result: {} }
  return { ...joinSteps({ writes: [storeAsking(user_id, now)] }, await mailedLink(turn, user)), result: {} }
}

/**
 * A link that goes to the user by mail, if the server sends mail. A link that an administrator made stays, because strangers must
 * not be able to end it.
 */
async function mailedLink(turn: SystemTurn, user: UserRow): Promise<Step | null> {
  const { sql, now, facts } = turn
  if (!sendsMail(turn.env) || (await hasLinkOfOthers(sql, user.id, now))) return null
  const key = newKey()
  const link = { user_id: user.id, key_hash: hashOfKey(key), maker_id: user.id, expires_at: now + linkSeconds }
  const { step, addresses } = await mailLink(turn, user, {
    url: linkOf(facts.origin, key),
    maker: null,
    cause: causedByStranger(user.id),
  })
  return addresses.size === 0 ? step : joinSteps({ writes: [storeLink(link)] }, step)
}

interface LinkMail {
  readonly url: string
  /** Name of the administrator who made the link; null if its user asked for it. */
  readonly maker: string | null
  readonly cause: MailCause
}

/** Sends a link to its user. */
async function mailLink(turn: SystemTurn, user: UserRow, { url, maker, cause }: LinkMail): Promise<PostedMails> {
  const { default_language: language } = await turn.cached(userSettings, user.id)
  const mail = { to: user.delivery_email, language, template: 'password_link' as const, values: { url, maker } }
  return postMails(turn, [mail], { kind: 'important', cause, lifetime: linkSeconds })
}

const isActivePerson = ({ is_active, bot_type }: UserRow): boolean => is_active === 1 && bot_type === null

/** Creates a link that sets a new password, and notifies its user, also by mail if wanted. It replaces an earlier link. */
export async function makeResetLink(
  turn: Turn,
  { user_id, by_mail }: { user_id: number; by_mail: boolean },
): Promise<Change<{ reset_url: string; expires: number; is_mailed: boolean }>> {
  const { actor, cached, realm_id, now, env, facts } = turn
  assertHuman(actor)
  assertAdministrator(actor)
  const target = await cached(userById, realm_id, user_id)
  if (target === null || target.bot_type !== null) throw refused('No such user')
  if (isOwner(target)) assertOwner(actor)
  if (!target.is_active) throw refused('The account is deactivated')
  if (!logsInBy('Email', actor, env)) throw refused('People of this organization do not log in by password.')
  const key = newKey()
  const expires = Math.floor(now) + linkSeconds
  const link = { user_id, key_hash: hashOfKey(key), maker_id: actor.id, expires_at: expires }
  const reset_url = linkOf(facts.origin, key)
  const mailing = { url: reset_url, maker: actor.full_name, cause: causedBy(actor) }
  const posted = by_mail ? await mailLink(turn, target, mailing) : null
  const content = `${silentMention(actor)} made a link that sets a new password for your account. It works once, until <time:${new Date(expires * 1000).toISOString()}>.`
  return {
    ...joinSteps(
      { writes: [storeLink(link)] },
      await sendDirectNotice(turn, { to: user_id, content }),
      posted?.step ?? null,
    ),
    result: { reset_url, expires, is_mailed: posted !== null && posted.addresses.size > 0 },
  }
}

/**
 * Sets the password by a link, removes the link, and notifies the user. All sessions of the account end, unless they are to stay.
 */
export async function resetPassword(
  turn: SystemTurn,
  { key, new_hash, keep_sessions }: { key: string; new_hash: string; keep_sessions: boolean },
): Promise<Change<{ email: string }>> {
  const { sql, cached, realm_id } = turn
  const { user_id, maker_id, delivery_email } = await accessReset(turn, key)
  const actor = activeAccount(await accountById(sql, realm_id, user_id))!
  const maker = maker_id === null ? null : await cached(userById, realm_id, maker_id)
  const origin =
    maker_id === user_id
      ? 'was sent to your email address'
      : `${maker === null ? 'the operator of the server' : silentMention(maker)} made`
  const content = `Your password was reset by a link that ${origin}.`
  noteNewPassword(turn, user_id)
  const password: Step = {
    writes: [
      fragment`
        insert into password (user_id, hash) values (${user_id}, ${new_hash})
        on conflict (user_id) do update set hash = excluded.hash`,
      deletePasswordResets([user_id]),
    ],
    invalidates: [invalidation(passwordHash, user_id)],
  }
  const notice = await sendDirectNotice({ ...turn, actor }, { to: user_id, content })
  return {
    ...joinSteps(password, keep_sessions ? endTakeovers([user_id]) : await endAllSessions(turn, actor), notice),
    result: { email: delivery_email },
    shares: sharesOf(actor),
  }
}
