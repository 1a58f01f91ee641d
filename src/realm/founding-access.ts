import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { refused } from '../core/base/errors'
import { primaryRegion, regions, type Region } from '../core/base/regions'
import type { Change, SystemTurn } from '../core/turn/change'
import { rootDomain } from './host'

/** Wrong setup tokens from one network. */
const wrongTokens = { maxAttempts: 10, seconds: 30 * 60 }

/** What a page asks of whoever founds an organization, and whether it is possible at all. */
export const foundingSchema = z.object({
  /** Whether an organization can be founded by `POST /realm`. */
  is_open: z.boolean(),
  /** Whether `POST /realm` needs the setup token of the deployment. */
  needs_setup_token: z.boolean(),
  /** Domain below which the organizations have their hosts; null where the new one has the host that was asked. */
  root_domain: z.string().nullable(),
  /**
   * The region that is proposed for the new organization: that of the database if it is known, or else the one that the request
   * came from. Null if neither is known.
   */
  region: z.enum(regions).nullable(),
})

/** What may be founded: the first realm of all, which may have any host on a deployment without a root domain, or a further one. */
export function foundingOf(
  env: Env,
  isFirst: boolean,
  { isAnyHost, requestRegion }: { isAnyHost: boolean; requestRegion: Region | null },
): z.infer<typeof foundingSchema> {
  const root_domain = rootDomain(env)
  return {
    is_open: isFirst || (root_domain !== null && Boolean(env.SETUP_TOKEN)),
    needs_setup_token: Boolean(env.SETUP_TOKEN),
    root_domain: isFirst && isAnyHost ? null : root_domain,
    region: regionForNew(env, requestRegion),
  }
}

/** The region for a new organization. Each commit is a trip from its object to the database, so they should be near each other. */
export const regionForNew = (env: Env, requestRegion: Region | null): Region | null =>
  primaryRegion(env) ?? requestRegion

export const needsSetupToken = () =>
  refused('Founding an organization here needs the setup token of the deployment', {
    code: 'UNAUTHORIZED_PRINCIPAL',
    reason: 'wrong_setup_token',
  })

/** Refuses what only the operator of the deployment may do, who knows its setup token. */
export async function checkSetupToken(turn: SystemTurn, { setup_token }: { setup_token: string }): Promise<Change> {
  assertSetupToken(turn, setup_token)
  return { writes: [], result: {} }
}

/** Refuses a wrong setup token, and any if the deployment has none. Wrong ones are counted. */
function assertSetupToken({ env, attempts, facts }: SystemTurn, given: string): void {
  if (env.SETUP_TOKEN && isSame(given, env.SETUP_TOKEN)) return
  if (env.RATE_LIMITS !== 'off') attempts.take(`setup:${facts.address ?? ''}`, wrongTokens)
  throw refused('This needs the setup token of the deployment', {
    code: 'UNAUTHORIZED_PRINCIPAL',
    reason: 'wrong_setup_token',
  })
}

/** The first realm is free to found, unless a setup token is set; every later one needs it. */
export function assertMayFound(
  { env, attempts, facts }: SystemTurn,
  { isFirst, given }: { isFirst: boolean; given: string | undefined },
): void {
  if (env.SETUP_TOKEN ? !isSame(given ?? '', env.SETUP_TOKEN) : !isFirst) {
    if (env.RATE_LIMITS !== 'off') attempts.take(`setup:${facts.address ?? ''}`, wrongTokens)
    throw needsSetupToken()
  }
  if (!isFirst && !env.ROOT_DOMAIN && env.DEVELOPMENT !== 'true')
    throw refused('This deployment has its one organization. To host more, set ROOT_DOMAIN.')
}

/** Compares in constant time. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
