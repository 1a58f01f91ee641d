/** The release whose API this is, and its feature level (objects, Versioning). */
export const version = {
  service_version: '5.0',
  service_merge_base: '5.0',
  service_feature_level: 121,
}

/** A release raises this number if clients must load everything again (events, restart). */
export const server_generation = 1
