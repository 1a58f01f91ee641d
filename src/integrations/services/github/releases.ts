import { byField, notShown, type EventReader } from '../../integration'
import { bold, code, lines, link, quote, joinWords } from '../../markdown'
import type { Payload } from '../../payload'
import { entryOf } from '../../tables'
import { repositoryLink, topicOf, who } from './repository'

const published = (payload: Payload, verb: string) => ({
  topic: topicOf(payload, 'releases'),
  content: lines(
    `${who(payload)} ${verb} the ${payload.flag('release.prerelease') ? 'prerelease' : 'release'} ${link(
      payload.firstText('release.name', 'release.tag_name'),
      payload.text('release.html_url'),
    )} of ${repositoryLink(payload)}.`,
    quote(payload.text('release.body')),
  ),
  subject: `release ${payload.text('release.id')}`,
})

/** One publication comes as up to four actions: only `published` and those that take it back are told. */
export const releases = byField('action', {
  published: (payload) => published(payload, 'published'),
  unpublished: (payload) => published(payload, 'unpublished'),
  deleted: (payload) => published(payload, 'deleted'),
  created: notShown,
  edited: notShown,
  prereleased: notShown,
  released: notShown,
})

const versionOf = (payload: Payload, field: string): string =>
  payload.firstText(`${field}.package_version.version`, `${field}.version`)

const packaged =
  (field: string): EventReader =>
  (payload) => {
    const verb = entryOf({ published: 'published', updated: 'updated' }, payload.text('action'))
    if (verb === undefined) return 'unknown'
    return {
      topic: topicOf(payload, 'packages'),
      content: `${joinWords(
        who(payload),
        verb,
        'the package',
        link(
          payload.text(`${field}.name`),
          payload.firstText(`${field}.package_version.html_url`, `${field}.html_url`),
        ),
        code(versionOf(payload, field)),
      )}.`,
    }
  }

export const packages = packaged('package')
export const registryPackages = packaged('registry_package')

const milestoneVerbs: Readonly<Record<string, string>> = {
  created: 'created',
  closed: 'closed',
  opened: 'opened again',
  edited: '',
  deleted: 'deleted',
}

export const milestones: EventReader = (payload) => {
  const verb = entryOf(milestoneVerbs, payload.text('action'))
  if (verb === undefined) return 'unknown'
  if (verb === '') return 'not_shown'
  return {
    topic: topicOf(payload, 'milestones'),
    content: `${who(payload)} ${verb} the milestone ${link(payload.text('milestone.title'), payload.text('milestone.html_url'))}.`,
  }
}

export const sponsorships = byField('action', {
  created: (payload) => ({
    topic: topicOf(payload, 'sponsors'),
    content: `${bold(payload.text('sponsorship.sponsor.login'))} sponsors ${bold(payload.text('sponsorship.sponsorable.login'))}.`,
  }),
  cancelled: (payload) => ({
    topic: topicOf(payload, 'sponsors'),
    content: `${bold(payload.text('sponsorship.sponsor.login'))} no longer sponsors ${bold(payload.text('sponsorship.sponsorable.login'))}.`,
  }),
  edited: notShown,
  pending_cancellation: notShown,
  pending_tier_change: notShown,
  tier_changed: notShown,
})

/** GitHub tries the address of a new webhook. */
export const ping: EventReader = (payload) => ({
  topic: topicOf(payload),
  content: `${who(payload)} connected ${repositoryLink(payload) || 'GitHub'} to this stream.`,
})
