import type { FeedIntegration } from '../../integration'

export const rss: FeedIntegration = {
  source: 'feed',
  name: 'rss',
  label: 'RSS',
  category: 'feeds',
  documentation: 'https://www.rssboard.org/rss-specification',
}
