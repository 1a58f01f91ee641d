/** Requests of services that tell of events, as large as the services make them. */
import { createHmac, randomUUID } from 'node:crypto'

/** A request with an event. */
export interface Delivery {
  readonly name: string
  /** How often it is measured in a round. */
  readonly times: number
  /** Name of the service in addresses. */
  readonly service: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The header for the signature of the body, and what stands before it; null for a service that does not sign. */
  readonly signature: { readonly header: string; readonly prefix: string } | null
}

const page = 'https://github.com/tidewater/garden'
const api = 'https://api.github.com/repos/tidewater/garden'

/** Fields of the addresses that GitHub has in each repository and each person. */
const addresses = (count: number, address: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`address_${number}_url`, `${address}/${number}`]))

const sender = {
  login: 'ada',
  id: 7,
  html_url: 'https://github.com/ada',
  type: 'User',
  ...addresses(14, `${api}/users`),
}
const repository = {
  id: 4100,
  name: 'garden',
  full_name: 'tidewater/garden',
  html_url: page,
  owner: sender,
  description: 'Watering of the garden, by the tide',
  ...addresses(45, api),
}

const commit = (number: number, files: number) => {
  const id = number.toString(16).padStart(40, '0a1b2c3d')
  return {
    id,
    tree_id: id,
    message: `Water the *roses* of bed ${number} before the tide\n\nThey were [dry](https://example.com) for the second time this week.`,
    timestamp: '2026-05-04T09:30:00Z',
    url: `${page}/commit/${id}`,
    author: { name: 'Ada Park', email: 'ada@tidewater.example', username: 'ada' },
    committer: { name: 'Ada Park', email: 'ada@tidewater.example', username: 'ada' },
    added: [],
    modified: Array.from({ length: files }, (_, file) => `src/watering/bed-${number}/row-${file}.ts`),
    removed: [],
  }
}

const push = (commits: number, files: number) => ({
  ref: 'refs/heads/main',
  before: '0'.repeat(39).concat('1'),
  after: '0'.repeat(39).concat('2'),
  created: false,
  deleted: false,
  forced: false,
  compare: `${page}/compare/1...2`,
  commits: Array.from({ length: commits }, (_, number) => commit(number, files)),
  pusher: { name: 'ada', email: 'ada@tidewater.example' },
  repository,
  sender,
})

const workflowRun = {
  action: 'completed',
  workflow_run: {
    id: 9001,
    name: 'Tests',
    run_number: 42,
    status: 'completed',
    conclusion: 'failure',
    head_branch: 'main',
    head_sha: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
    html_url: `${page}/actions/runs/9001`,
    actor: sender,
    triggering_actor: sender,
    head_commit: commit(1, 0),
    repository,
    head_repository: repository,
  },
  repository,
  sender,
}

const sentryIssue = {
  action: 'created',
  installation: { uuid: '5d0f' },
  data: {
    issue: {
      id: '4100',
      shortId: 'GARDEN-7',
      title: 'TypeError: hose is null',
      culprit: 'app/water.js in sprinkle',
      level: 'error',
      priority: 'high',
      status: 'unresolved',
      substatus: 'new',
      web_url: 'https://tidewater.sentry.io/issues/4100/',
      project: { id: '12', name: 'garden', slug: 'garden' },
      metadata: { value: 'hose is null', type: 'TypeError', filename: 'app/water.js', function: 'sprinkle' },
      assignedTo: null,
    },
  },
  actor: { type: 'application', id: 'sentry', name: 'Sentry' },
}

const alerts = (count: number) => ({
  receiver: 'chat',
  status: 'firing',
  groupKey: '{}:{alertname="SoilTooDry"}',
  groupLabels: { alertname: 'SoilTooDry' },
  commonLabels: { alertname: 'SoilTooDry', severity: 'critical' },
  commonAnnotations: { runbook_url: 'https://wiki.tidewater.example/dry-soil' },
  externalURL: 'https://alerts.tidewater.example/',
  alerts: Array.from({ length: count }, (_, number) => ({
    status: 'firing',
    labels: { alertname: 'SoilTooDry', severity: 'critical', bed: `bed ${number}`, instance: `sensor-${number}:9100` },
    annotations: {
      summary: `The soil of bed ${number} is *too* dry`,
      description: 'It had less than **10 %** of water for five minutes.',
    },
    startsAt: '2026-05-04T09:30:00Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: `https://prometheus.tidewater.example/graph?bed=${number}`,
    fingerprint: `f${number}`,
  })),
})

const jiraIssue = {
  timestamp: 1_780_000_000_000,
  webhookEvent: 'jira:issue_created',
  user: { displayName: 'Ada Park' },
  issue: {
    key: 'OPS-12',
    self: 'https://tidewater.atlassian.net/rest/api/2/issue/10012',
    fields: {
      summary: 'The hose leaks',
      description: 'It drips on *my* shoes, and on [the path](https://example.com).\n'.repeat(20),
      ...Object.fromEntries(Array.from({ length: 80 }, (_, number) => [`customfield_${10_000 + number}`, null])),
    },
  },
}

const github = (event: string): Pick<Delivery, 'service' | 'headers' | 'signature'> => ({
  service: 'github',
  headers: { 'X-GitHub-Event': event },
  signature: { header: 'X-Hub-Signature-256', prefix: 'sha256=' },
})

/** A body of as many bytes as a request may have, with so many commits. */
const largestPush = (commits: number): string => {
  const body = JSON.stringify(
    push(commits, 0).commits.map(({ id, message, url, author }) => ({
      id,
      message: message.split('\n')[0],
      url,
      author: { username: author.username },
    })),
  )
  return JSON.stringify({ ...push(0, 0), commits: JSON.parse(body) as unknown })
}

export const deliveries: readonly Delivery[] = [
  { name: 'GitHub: 20 commits', times: 40, ...github('push'), body: JSON.stringify(push(20, 10)) },
  { name: 'GitHub: a workflow', times: 40, ...github('workflow_run'), body: JSON.stringify(workflowRun) },
  {
    name: 'Sentry: an issue',
    times: 40,
    service: 'sentry',
    headers: { 'Sentry-Hook-Resource': 'issue' },
    body: JSON.stringify(sentryIssue),
    signature: { header: 'Sentry-Hook-Signature', prefix: '' },
  },
  {
    name: 'Grafana: an alert',
    times: 40,
    service: 'grafana',
    headers: {},
    body: JSON.stringify(alerts(1)),
    signature: { header: 'X-Grafana-Alerting-Signature', prefix: '' },
  },
  {
    name: 'Alertmanager: 50 alerts',
    times: 40,
    service: 'alertmanager',
    headers: {},
    body: JSON.stringify(alerts(50)),
    signature: null,
  },
  {
    name: 'Jira: an issue',
    times: 40,
    service: 'jira',
    headers: {},
    body: JSON.stringify(jiraIssue),
    signature: { header: 'X-Hub-Signature', prefix: 'sha256=' },
  },
  { name: 'GitHub: 4,000 commits', times: 10, ...github('push'), body: largestPush(4000) },
]

/** Sends a delivery to an address, signed with a secret. Each has an id of its own, so that none counts as repeated. */
export function deliver({ headers, body, signature }: Delivery, address: string, secret: string): Promise<Response> {
  const signed: Record<string, string> =
    signature === null
      ? {}
      : { [signature.header]: signature.prefix + createHmac('sha256', secret).update(body).digest('hex') }
  const id = { 'X-GitHub-Delivery': randomUUID(), 'Request-ID': randomUUID() }
  return fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers, ...id, ...signed },
    body,
  })
}
