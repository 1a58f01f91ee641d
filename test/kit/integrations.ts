/** Integrations, and the events that their services post. */
import { createHmac } from 'node:crypto'
import { expect, vi } from 'vitest'
import { reach, type Answer, type Params, type Person, type TestRealm } from './index'
import { answerOf } from './request'

export interface Integration {
  readonly bot_id: number
  readonly api_key: string
  /** Null: the service makes it, or signs nothing. */
  readonly secret: string | null
}

export const addIntegration = async (person: Person, params: Params): Promise<Integration> =>
  (await person.post('/integrations', params)) as unknown as Integration

interface EventRequest {
  readonly service?: string
  /** Parameters of the address; the key of the bot is one of them. */
  readonly query: Readonly<Record<string, string>>
  /** Name of the event, as GitHub sends it. */
  readonly event?: string
  /** Id of the request, as GitHub sends it. */
  readonly id?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Signs the body as GitHub does; null for a request without a signature. */
  readonly secret?: string | null
}

/** Posts an event as a service does, GitHub unless another one is named. A payload that is a text is the body itself. */
export async function postEvent(
  { host }: TestRealm,
  payload: unknown,
  { service = 'github', query, event = 'push', id = crypto.randomUUID(), headers = {}, secret = null }: EventRequest,
): Promise<Answer> {
  const path = `/external/${service}`
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const response = await reach(host, `/api/v1${path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-GitHub-Event': event,
      'X-GitHub-Delivery': id,
      ...(secret !== null && { 'X-Hub-Signature-256': signatureOf(secret, body) }),
      ...headers,
    },
    body,
  })
  return answerOf('POST', path, response)
}

const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const repository = { name: 'garden', full_name: 'tidewater/garden', html_url: 'https://github.com/tidewater/garden' }
const sender = { login: 'ada' }

/** Somebody stars a repository on GitHub, which so many have done then. */
export const star = (count: number) => ({
  action: 'created',
  repository: { ...repository, stargazers_count: count },
  sender,
})

/** How a workflow of GitHub stands. */
export const workflowRun = (id: number, status: string, conclusion: string | null, branch = 'main') => ({
  action: status,
  repository,
  sender,
  workflow_run: {
    id,
    name: 'Tests',
    run_number: id,
    status,
    conclusion,
    head_branch: branch,
    head_sha: '0a1b2c3d4e5f',
  },
})

/** The id of the only failed request of a bot, as soon as it is listed. */
export const failureOf = ({ owner }: TestRealm, bot_id: number): Promise<string> =>
  vi.waitFor(async () => {
    const { failed } = await owner.get(`/integrations/${bot_id}/deliveries`)
    expect(failed).toHaveLength(1)
    return (failed as { id: string }[])[0]!.id
  })
