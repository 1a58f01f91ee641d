/** What clients are told of the service (objects, Versioning): the release whose API this is, and its level. */
export const version = {
  service_version: '5.0',
  service_merge_base: '5.0',
  service_feature_level: 121,
}

/** Grows with a release whose clients must fetch everything anew (events, restart). */
export const server_generation = 1
