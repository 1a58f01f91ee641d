import { everyone, type Scenario } from '../scenario'

/** What messages are shown with. */
export const renderingScenarios: Scenario[] = [
  {
    title: 'a linkifier is made',
    action: 'createLinkifier',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/realm/filters', linkifier)
    },
  },
  {
    title: 'a linkifier changes',
    action: 'updateLinkifier',
    told: everyone,
    async play({ owner, watch }) {
      const { id } = await owner.post('/realm/filters', linkifier)
      await watch()
      await owner.patch(`/realm/filters/${id}`, { ...linkifier, pattern: 'berth-(?P<id>[0-9]+)' })
    },
  },
  {
    title: 'a linkifier is deleted',
    action: 'deleteLinkifier',
    told: everyone,
    async play({ owner, watch }) {
      const { id } = await owner.post('/realm/filters', linkifier)
      await watch()
      await owner.delete(`/realm/filters/${id}`)
    },
  },
  {
    title: 'a playground is made',
    action: 'createPlayground',
    told: everyone,
    async play({ owner, watch }) {
      await watch()
      await owner.post('/realm/playgrounds', playground)
    },
  },
  {
    title: 'a playground is deleted',
    action: 'deletePlayground',
    told: everyone,
    async play({ owner, watch }) {
      const { id } = await owner.post('/realm/playgrounds', playground)
      await watch()
      await owner.delete(`/realm/playgrounds/${id}`)
    },
  },
]

const linkifier = { pattern: 'ship-(?P<id>[0-9]+)', url_format_string: 'https://ships.example/%(id)s' }

const playground = { name: 'Try it', pygments_language: 'Python', url_prefix: 'https://play.example/?code=' }
