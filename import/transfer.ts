import type { Batches } from './batches.ts'
import { systemClock } from './clock.ts'
import { version } from './command-line.ts'
import { converterFor } from './kinds.ts'
import type { Target } from './options.ts'
import { RetryPatience } from './patience.ts'
import type { Progress } from './progress.ts'
import type { Findings } from './report.ts'
import { Sender } from './sender.ts'
import { HttpSite } from './site.ts'
import { openSource, type OpenSource } from './source-files.ts'
import { Workspace } from './workspace.ts'

export interface ReadingOptions {
  readonly file: string
  /** The kind of the archive; null: it is recognized. */
  readonly from: string | null
  readonly addresses: ReadonlyMap<string, string>
  readonly team: string | null
  readonly keepsRoles: boolean
  /** The address of the person who runs the command; null if it was not told. */
  readonly ownAddress: string | null
}

/** An archive that was read and found to break no rule. */
export interface ReadArchive {
  readonly workspace: Workspace
  readonly batches: Batches
  readonly source: OpenSource
  readonly findings: Findings
}

/** Reads a whole archive, so that nothing is sent of one that is damaged. */
export async function readArchive(
  { file, from, addresses, team, keepsRoles, ownAddress }: ReadingOptions,
  { scratch, progress }: { scratch: string; progress: Progress },
): Promise<ReadArchive> {
  progress.begin('Opening', 0)
  const source = await openSource(file, scratch)
  const now = Math.floor(systemClock.now() / 1000)
  const converter = await converterFor(source, from)
  progress.begin('Reading', 0)
  const workspace = new Workspace(scratch, {
    madeBy: `Rivulet ${version}`,
    origin: converter.title,
    now,
    keepsRoles,
    ownAddress,
    onRecord: () => progress.add(1),
  })
  await converter.convert(source, workspace, { addresses, team, now })
  const batches = workspace.finish(source)
  for (const [kind, number] of source.skipped) workspace.skip(kind, number)
  progress.end()
  const { statistics, topics, skipped, warnings } = workspace
  return { workspace, batches, source, findings: { title: converter.title, statistics, topics, skipped, warnings } }
}

export interface SendingOptions {
  readonly target: Target
  readonly keepsRoles: boolean
  readonly waitsForDays: boolean
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** What brings an archive to the site, and the site. */
export interface Transfer {
  readonly sender: Sender
  readonly site: HttpSite
  readonly patience: RetryPatience
}

export function transferOf(
  { workspace, batches, source }: ReadArchive,
  { target: { origin, email, key }, keepsRoles, waitsForDays, progress, signal }: SendingOptions,
): Transfer {
  const site = new HttpSite({ origin, email, key, userAgent: `Rivulet-import/${version}`, signal })
  const patience = new RetryPatience({
    clock: systemClock,
    signal,
    waitsForDays,
    onWait: (wait) => progress.wait(wait),
  })
  const sender = new Sender({
    site,
    patience,
    progress,
    manifest: workspace.plan,
    realm: workspace.realmRecord,
    keepsRoles,
    waitsForDays,
    batches,
    uploads: workspace.uploads,
    source,
    skip: (kind) => workspace.skip(kind),
  })
  return { sender, site, patience }
}
