/**
 * Writes `src/integrations/services.ts`, the table of all services, from the folders of `src/integrations/services/`, and
 * `docs/integrations.md` from their declarations and examples. With `--check` it writes nothing, and fails if one of the files is
 * out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Example } from '../../src/integrations/example.ts'
import type { FeedIntegration, SetupStep, WebhookIntegration } from '../../src/integrations/integration.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'src/integrations')
const names = readdirSync(join(folder, 'services')).toSorted()

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const table = `/** All services whose events become messages. \`npm run integrations\` makes this file from the folders of \`services/\`. */
import type { Integration } from './integration'
${names.map((name) => `import { ${camelCase(name)} } from './services/${name}'`).join('\n')}

export const integrations: readonly Integration[] = [
${names.map((name) => `  ${camelCase(name)},`).join('\n')}
]

const byName = new Map(integrations.map((integration) => [integration.name, integration]))

/** The service with this name in addresses; undefined if there is none. */
export const integrationNamed = (name: string): Integration | undefined => byName.get(name)
`

/** A service, and what it posts. Feeds have no examples, because they have one form. */
interface WebhookService {
  readonly integration: WebhookIntegration
  readonly examples: readonly Example[]
  /** Names of the events that are shown. */
  readonly shownEvents: readonly string[]
}

type Service = WebhookService | { readonly integration: FeedIntegration }

const webhookNames = names.filter((name) => existsSync(join(folder, 'services', name, 'examples.ts')))

/** The services as a bundle, because their sources import each other without extensions. */
async function services(): Promise<readonly Service[]> {
  const contents = `
    import { notShown } from './integration'
    ${names.map((name) => `import { ${camelCase(name)} } from './services/${name}'`).join('\n')}
    ${webhookNames.map((name) => `import { examples as of_${name} } from './services/${name}/examples'`).join('\n')}
    const webhook = (integration, examples) => ({
      integration,
      examples,
      shownEvents: Object.keys(integration.events).filter((event) => integration.events[event] !== notShown),
    })
    const feed = (integration) => ({ integration })
    export const services = [${names.map(serviceCode).join(', ')}]`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64')
  return ((await import(`data:text/javascript;base64,${code}`)) as { services: readonly Service[] }).services
}

const serviceCode = (name: string): string =>
  webhookNames.includes(name) ? `webhook(${camelCase(name)}, of_${name})` : `feed(${camelCase(name)})`

const signatures = {
  us: 'Requests are signed with a secret that Rivulet makes.',
  service: 'Requests are signed with a secret that the service shows.',
}

function stepText(step: SetupStep): string {
  if ('open' in step) return `Open ${step.open.map((menu) => `**${menu}**`).join(' > ')}.`
  if ('press' in step) return `Press **${step.press}**.`
  if ('paste' in step) return `Paste the ${step.paste} into **${step.into}**.`
  if ('choose' in step) return `Choose **${step.choose}** in **${step.in}**.`
  if ('events' in step) return `Choose what is sent: **${step.events}**.`
  return `Copy the secret from **${step.copySecretFrom}** into the integration.`
}

/** A block of code whose fence is longer than those in the text. */
function block(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length + 1)))
  return `${fence}text\n${text}\n${fence}`
}

const isWebhook = (service: Service): service is WebhookService => service.integration.source === 'webhook'

function feedSection({ integration: { label, documentation } }: { integration: FeedIntegration }): string {
  return [
    `## ${label}`,
    `RSS, Atom and JSON Feed ([documentation](${documentation})). \`feed_url\` is the address of the feed, or of a page that links to it.`,
    'Every entry is a message with its title as a link, its author and its first sentences:',
    block(
      '**[The tide gauge is back](https://example.com/tides)** by Ada\nIt was repaired on Monday. The first readings look good.',
    ),
  ].join('\n\n')
}

function section({ integration, examples, shownEvents }: WebhookService): string {
  const { name, label, documentation, secretMadeBy, steps } = integration
  const example = examples.find(({ message }) => message !== null)
  return [
    `## ${label}`,
    `Address: \`/api/v1/external/${name}\`. Its events: [documentation](${documentation}).`,
    ...(secretMadeBy === null ? [] : [signatures[secretMadeBy]]),
    steps.map((step, index) => `${index + 1}. ${stepText(step)}`).join('\n'),
    `Shown: ${shownEvents.map((event) => `\`${event}\``).join(', ')}.`,
    ...(example === undefined
      ? []
      : [`${example.title}, in the topic \`${example.message!.topic}\`:`, block(example.message!.content)]),
  ].join('\n\n')
}

const intro = `# Integrations

Other services tell a stream what happens in them: a push, a failed build, an alert. Each integration is an incoming
webhook bot with an address that the service posts to. \`npm run integrations\` makes this page from the folders of
[\`src/integrations/services/\`](../src/integrations/services).

**Adding one.** In the web client: **Settings** > **Integrations** > **Add an integration**. Choose the service, the
stream and the events. The page then shows the address, a secret if the service signs with one that is made here, and the
steps in the service, and can send a test message. It shows the address and the secret only once. A program does the same by
\`POST /integrations\` (service, stream, topic, events), whose response has the key for the address, and the secret. The address is

\`\`\`text
https://chat.example.com/api/v1/external/github?api_key=KEY
\`\`\`

Any incoming webhook bot may post events, too. Its address then says where they go, as clients of the Zulip API write it:
\`&stream=\`, \`&topic=\`, \`&only_events=\` and \`&exclude_events=\`, the last two with names of events, commas
between them and \`*\` for any characters.

**What is posted.** Each event goes to the topic that it belongs to, unless you chose one topic for all. Something with a
state, such as a build, has one message, which is edited while it is the last one of its topic and the bot may still post
there. An event that the service repeats is posted once. What other people wrote mentions nobody. A bot posts at most 20
events in a minute. Then it posts how many more there were.

**What is not posted.** Events of which people need not read, and events that Rivulet does not know yet, are answered with
success. Once a day, the owner of the bot gets a message that counts the unknown ones. The page of an integration lists the
requests that failed in the last day, and sends them again; programs use \`GET /integrations/{bot_id}/deliveries\` and
\`POST /integrations/{bot_id}/deliveries/{delivery_id}/retry\`. Of a request without a valid signature only the name of
its event and some headers are stored, so it cannot be sent again.

**Feeds.** The service \`rss\` needs the address of a feed (\`feed_url\`), and no address here. Its feed is read once when it is added, so that you
learn at once what is wrong, and then every 30 minutes, or less often if the feed wants that (\`Cache-Control\`, \`ttl\`,
\`sy:updatePeriod\`), at least once a day. Entries that it has already are not posted, an entry that changed is not posted
again, and of one reading at most 10 are posted and the others counted. A feed that cannot be read is tried less and less
often, and after five failures its owner is told. One that its server says is gone (status 410) is not read again, until
it gets another address. \`GET /integrations/{bot_id}/deliveries\` says when it was read, and what went wrong. A development
server also reads feeds on \`localhost\`, if its variable \`FEEDS_FROM_LOCALHOST\` is \`on\`.

**Why there is no Google Calendar.** When a calendar changes, Google sends a request without content, which does not say
what changed. To find out, the server would need a login at Google (OAuth) for each calendar.

**Trust.** With a secret, requests without a good signature are refused, and so are those that were signed more than five
minutes ago, if the service signs the time. If it does not, a request that comes again is posted once if the service gives
it an id. The key of an integration can post events of its service, and nothing else.
`

const page = async (): Promise<string> => {
  const all = await services()
  return `${intro}\n${all.map((service) => (isWebhook(service) ? section(service) : feedSection(service))).join('\n\n')}\n`
}

const isCheck = process.argv.includes('--check')

/** Writes a file, or says that it is out of date. */
function writeOrCompare(path: string, text: string): void {
  const file = join(root, path)
  if (!isCheck) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') === text) return
  process.stderr.write(`${path} is out of date: run \`npm run integrations\`.\n`)
  process.exitCode = 1
}

writeOrCompare('src/integrations/services.ts', table)
writeOrCompare('docs/integrations.md', await page())
