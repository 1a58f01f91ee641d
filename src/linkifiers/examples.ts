import type { Examples } from '../examples'

const linkifier = 4001
const pattern = '#(?P<id>[0-9]+)'
const moved = 'https://boats.example.com/repairs/%(id)s'

export const examples: Examples = {
  createLinkifier: {
    by: 'olga',
    params: { pattern, url_format_string: 'https://boats.example.com/%(id)s' },
    answer: { id: linkifier },
  },
  updateLinkifier: {
    by: 'olga',
    params: { filter_id: linkifier, pattern, url_format_string: moved },
    answer: {},
  },
  getLinkifiers: { answer: { linkifiers: [{ id: linkifier, pattern, url_format: moved }] } },
  deleteLinkifier: { by: 'olga', params: { filter_id: linkifier }, answer: {} },
}
