import type { EventReader } from '../../integration'
import { bold, lines, link, quote } from '../../markdown'
import type { Payload } from '../../payload'
import { maxCommits, pushContent, tagContent } from '../../wording/push'

/** A repository that was deleted is there by its name only. */
const repository = (payload: Payload): string =>
  payload.firstText('resource.repository.name', 'resource.repositoryName') || 'Azure DevOps'

/** A page of the repository with a version of it, such as `GBmain` for the branch `main`. */
function pageOf(payload: Payload, version: string): string {
  const base = payload.firstText('resource.repository.webUrl', 'resource.repository.remoteUrl')
  return base === '' ? '' : `${base}?version=${encodeURIComponent(version.toWellFormed())}`
}

const isNone = (id: string): boolean => /^0+$/.test(id)

export const push: EventReader = (payload) => {
  const update = 'resource.refUpdates.0'
  const ref = payload.text(`${update}.name`)
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
  const isNew = isNone(payload.text(`${update}.oldObjectId`))
  const kind = isNone(payload.text(`${update}.newObjectId`)) ? 'deleted' : isNew ? 'new' : 'usual'
  const actor = payload.text('resource.pushedBy.displayName') || 'Somebody'
  if (ref.startsWith('refs/tags/'))
    return {
      topic: `${repository(payload)} / tags`,
      content: tagContent(actor, kind === 'usual' ? 'moved' : kind, name, pageOf(payload, `GT${name}`)),
    }
  const base = payload.firstText('resource.repository.webUrl', 'resource.repository.remoteUrl')
  return {
    topic: `${repository(payload)} / ${name}`,
    content: pushContent({
      actor,
      branch: name,
      branchUrl: pageOf(payload, `GB${name}`),
      commits: payload.list('resource.commits', maxCommits).map((commit) => ({
        id: commit.text('commitId'),
        text: commit.text('comment'),
        url: base && `${base}/commit/${encodeURIComponent(commit.text('commitId').toWellFormed())}`,
        author: commit.text('author.name'),
      })),
      commitCount: payload.length('resource.commits'),
      compareUrl: '',
      kind,
    }),
  }
}

/** A check-in into the older kind of repository. */
export const checkin: EventReader = (payload) => ({
  topic: payload.text('resource.teamProject') || 'check-ins',
  content: lines(
    `${bold(payload.firstText('resource.checkedInBy.displayName', 'resource.author.displayName')) || 'Somebody'} checked in ${link(
      `changeset ${payload.text('resource.changesetId')}`,
      payload.text('resource.url'),
    )}:`,
    quote(payload.text('resource.comment')) || 'It has no comment.',
  ),
})

const change =
  (verb: string, after: (payload: Payload) => string = () => ''): EventReader =>
  (payload) => ({
    topic: repository(payload),
    content: `${bold(payload.text('resource.initiatedBy.displayName')) || 'Somebody'} ${verb} the repository ${link(
      repository(payload),
      payload.firstText('resource.repository.webUrl', 'resource.repository.remoteUrl'),
    )}${after(payload)}.`,
  })

export const created = change('created')
export const deleted = change('deleted')
export const forked = change('forked')
export const renamed = change('renamed', (payload) => {
  const before = payload.text('resource.oldName')
  return before && `, which was called ${bold(before)}`
})
