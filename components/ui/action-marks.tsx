/** The marks of actions on a 16 by 16 grid: strokes only, coloured and weighted by `Icon`. */
export const ACTION_MARKS = {
  aggregate: <path d="M2.5 3.5h2.5L9 8H2.5M2.5 12.5h2.5L9 8h4.5M11.5 6l2 2-2 2" />,
  cluster_health: (
    <>
      <rect x="2.25" y="2.25" width="11.5" height="4.5" rx="1.25" />
      <rect x="2.25" y="9.25" width="11.5" height="4.5" rx="1.25" />
      <path d="M4.75 4.5h.01M4.75 11.5h.01M7.5 11.5h3.75" />
    </>
  ),
  conditional: (
    <>
      <path d="M2 8h3.5l3.5-4h4M5.5 8 9 12h4" />
      <path d="M11.5 2.25 13.5 4l-2 1.75M11.5 10.25l2 1.75-2 1.75" />
    </>
  ),
  database: (
    <>
      <ellipse cx="8" cy="3.9" rx="5.25" ry="1.9" />
      <path d="M2.75 3.9v8.2c0 1 2.3 1.9 5.25 1.9s5.25-.9 5.25-1.9V3.9M2.75 8c0 1 2.3 1.9 5.25 1.9S13.25 9 13.25 8" />
    </>
  ),
  deployment_create: (
    <>
      <path d="m9.5 11.5-5-5C6 3.5 9 2 13.5 2.5 14 7 12.5 10 9.5 11.5z" />
      <path d="M4.5 6.5H2.25L4 4.5h1.75M9.5 11.5v2.25l2-1.75v-1.75M4.25 10.25C3 11 2.5 13.5 2.5 13.5s2.5-.5 3.25-1.75" />
      <circle cx="10.25" cy="5.75" r="1" />
    </>
  ),
  deployment_delete: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4" rx="1" />
      <path d="M2.25 6.75v4.5a1 1 0 0 0 1 1H7.5M5 4.75h.01M10 10.25l3.5 3.5M13.5 10.25l-3.5 3.5" />
    </>
  ),
  deployment_ratelimit: (
    <>
      <path d="M3.25 12.5a6 6 0 1 1 9.5 0M8 9.5l2.75-3.25" />
      <circle cx="8" cy="9.75" r="0.9" />
    </>
  ),
  deployment_scale: (
    <>
      <rect x="2.25" y="9" width="4.75" height="4.75" rx="1" />
      <path d="M9.5 2.5h4v4M13.25 2.75 8.75 7.25M2.25 6V3.5a1 1 0 0 1 1-1H6M13.5 10v2.5a1 1 0 0 1-1 1H10" />
    </>
  ),
  deployment_status: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4" rx="1" />
      <path d="M2.25 6.75v4.5a1 1 0 0 0 1 1H6.5M5 4.75h.01M8.5 11.75h1.25l1-2 1.25 4 1-2h1" />
    </>
  ),
  email: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.25" />
      <path d="M2.5 4.5 8 9l5.5-4.5" />
    </>
  ),
  fail: <path d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM6.25 6.25l3.5 3.5M9.75 6.25l-3.5 3.5" />,
  http_request: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.25 8h11.5M8 2.25c2 1.75 2.7 3.75 2.7 5.75S10 12 8 13.75C6 12 5.3 10 5.3 8S6 4 8 2.25z" />
    </>
  ),
  log: <path d="M2.5 4h11M2.5 8h7M2.5 12h9" />,
  loop: (
    <path d="M11 1.75 13.25 4 11 6.25M2.75 7.5V6a2 2 0 0 1 2-2h8.5M5 14.25 2.75 12 5 9.75M13.25 8.5V10a2 2 0 0 1-2 2h-8.5" />
  ),
  cloud_model_add: (
    <>
      <path d="M8 13.25H4.75a3.25 3.25 0 0 1-.5-6.46 4 4 0 0 1 7.7.96M12 9.75v4.5M9.75 12h4.5" />
    </>
  ),
  model_add: (
    <>
      <path d="M13.25 7.5V4.75L8 1.75l-5.25 3v6l5.25 3M2.75 4.75 8 7.75l5.25-3M8 7.75v6" />
      <path d="M12 9.75v4.5M9.75 12h4.5" />
    </>
  ),
  model_benchmark: (
    <path d="M6.5 1.75h3M8 1.75V4M8 14.25a5.125 5.125 0 1 0 0-10.25 5.125 5.125 0 0 0 0 10.25zM8 9.25l2-2.25M12.25 4.75l.75-.75" />
  ),
  model_delete: (
    <>
      <path d="M13.25 7.5V4.75L8 1.75l-5.25 3v6l5.25 3M2.75 4.75 8 7.75l5.25-3M8 7.75v6" />
      <path d="M9.75 12h4.5" />
    </>
  ),
  model_status: (
    <>
      <path d="M13.25 7V4.75L8 1.75l-5.25 3v6l5.25 3M2.75 4.75 8 7.75l5.25-3M8 7.75v6" />
      <path d="M9.5 11.75h1l.75-2 1.25 4 .75-2h1" />
    </>
  ),
  notification: <path d="M4 7a4 4 0 0 1 8 0c0 3 1.5 4 1.5 4h-11S4 10 4 7zM6.5 13.5a1.75 1.75 0 0 0 3 0" />,
  set_output: (
    <path d="M9.5 2.5h4v4M13.25 2.75 8 8M12 9.5v3a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3" />
  ),
  transform: <path d="M2.5 5h9M9 2.5 11.5 5 9 7.5M13.5 11h-9M7 8.5 4.5 11 7 13.5" />,
  wait: <path d="M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14" />,
  wait_until: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
} as const;
