/** Where a service posts its events. The key of the bot is a part of it. */
export const integrationAddress = (service: string, api_key: string): string =>
  `${location.origin}/api/v1/external/${service}?api_key=${api_key}`
