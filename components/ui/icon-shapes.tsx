/** The drawings of every icon on a 16 by 16 grid: strokes only, coloured and weighted by `Icon`. */
export const ICON_SHAPES = {
  log: <path d="M2.5 4h11M2.5 8h7M2.5 12h9" />,
  conditional: (
    <>
      <path d="M2 8h3.5l3.5-4h4M5.5 8 9 12h4" />
      <path d="M11.5 2.25 13.5 4l-2 1.75M11.5 10.25l2 1.75-2 1.75" />
    </>
  ),
  transform: <path d="M2.5 5h9M9 2.5 11.5 5 9 7.5M13.5 11h-9M7 8.5 4.5 11 7 13.5" />,
  aggregate: <path d="M2.5 3.5h2.5L9 8H2.5M2.5 12.5h2.5L9 8h4.5M11.5 6l2 2-2 2" />,
  set_output: (
    <path d="M9.5 2.5h4v4M13.25 2.75 8 8M12 9.5v3a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3" />
  ),
  wait_until: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  wait: <path d="M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14" />,
  fail: <path d="M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM6.25 6.25l3.5 3.5M9.75 6.25l-3.5 3.5" />,
  loop: (
    <path d="M11 1.75 13.25 4 11 6.25M2.75 7.5V6a2 2 0 0 1 2-2h8.5M5 14.25 2.75 12 5 9.75M13.25 8.5V10a2 2 0 0 1-2 2h-8.5" />
  ),
  deployment_create: (
    <>
      <path d="M9.5 11.5l-5-5C6 3.5 9 2 13.5 2.5 14 7 12.5 10 9.5 11.5z" />
      <path d="M4.5 6.5H2.25L4 4.5h1.75M9.5 11.5v2.25l2-1.75v-1.75M4.25 10.25C3 11 2.5 13.5 2.5 13.5s2.5-.5 3.25-1.75" />
      <circle cx="10.25" cy="5.75" r="1" />
    </>
  ),
  deployment_scale: (
    <>
      <rect x="2.25" y="9" width="4.75" height="4.75" rx="1" />
      <path d="M9.5 2.5h4v4M13.25 2.75 8.75 7.25M2.25 6V3.5a1 1 0 0 1 1-1H6M13.5 10v2.5a1 1 0 0 1-1 1H10" />
    </>
  ),
  deployment_ratelimit: (
    <>
      <path d="M3.25 12.5a6 6 0 1 1 9.5 0M8 9.5l2.75-3.25" />
      <circle cx="8" cy="9.75" r="0.9" />
    </>
  ),
  deployment_delete: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4" rx="1" />
      <path d="M2.25 6.75v4.5a1 1 0 0 0 1 1H7.5M5 4.75h.01M10 10.25l3.5 3.5M13.5 10.25l-3.5 3.5" />
    </>
  ),
  model_add: (
    <path d="M8 1.75l5.5 3.1v2.65M8 1.75 2.5 4.85v6.2L8 14.2M2.5 4.85 8 8l5.5-3.15M8 8v6.2M12.25 9.75v4.5M10 12h4.5" />
  ),
  cloud_model_add: (
    <>
      <path d="M4.5 12.75a3 3 0 0 1-.3-5.98 4 4 0 0 1 7.8-.02 3 3 0 0 1-.5 6z" />
      <path d="M8 6.75v3.5M6.25 8.5h3.5" />
    </>
  ),
  model_benchmark: (
    <>
      <circle cx="8" cy="9" r="5" />
      <path d="M8 9l2-2.25M6.5 1.5h3M12 4.5l1-1" />
    </>
  ),
  model_delete: <path d="M3 4.25h10M6.25 4.25v-2h3.5v2M4 4.25l.75 9.5h6.5l.75-9.5M6.75 7v4M9.25 7v4" />,
  cluster_health: <path d="M1.5 8.25h3L6.5 3.5l3 9 2-4.25h3" />,
  http_request: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.25 8h11.5M8 2.25c2 1.75 2.7 3.75 2.7 5.75S10 12 8 13.75C6 12 5.3 10 5.3 8S6 4 8 2.25z" />
    </>
  ),
  notification: <path d="M4 7a4 4 0 0 1 8 0c0 3 1.5 4 1.5 4h-11S4 10 4 7zM6.5 13.5a1.75 1.75 0 0 0 3 0" />,
  email: (
    <>
      <rect x="2" y="3.5" width="12" height="9" rx="1.25" />
      <path d="M2.5 4.5 8 9l5.5-4.5" />
    </>
  ),
  database: (
    <>
      <ellipse cx="8" cy="3.9" rx="5.25" ry="1.9" />
      <path d="M2.75 3.9v8.2c0 1 2.3 1.9 5.25 1.9s5.25-.9 5.25-1.9V3.9M2.75 8c0 1 2.3 1.9 5.25 1.9S13.25 9 13.25 8" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5 14 14" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  minus: <path d="M3 8h10" />,
  down: <path d="M4 6l4 4 4-4" />,
  right: <path d="M6 4l4 4-4 4" />,
  left: <path d="M10 4 6 8l4 4" />,
  x: <path d="M4 4l8 8M12 4l-8 8" />,
  more: (
    <g fill="currentColor" stroke="none">
      <circle cx="3.5" cy="8" r="1.2" />
      <circle cx="8" cy="8" r="1.2" />
      <circle cx="12.5" cy="8" r="1.2" />
    </g>
  ),
  play: <path d="M4.5 2.75v10.5L13 8z" />,
  pause: <path d="M5.5 3v10M10.5 3v10" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h7a3.75 3.75 0 0 1 0 7.5H6" />,
  redo: <path d="M10.5 3l3 3-3 3M13.5 6h-7a3.75 3.75 0 0 0 0 7.5H10" />,
  tidy: (
    <>
      <rect x="2" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="9.5" y="2.5" width="4.5" height="4.5" rx="1" />
      <rect x="9.5" y="10" width="4.5" height="3.5" rx="1" />
      <path d="M6.5 4.75h3M4.25 7v4.75h5.25" />
    </>
  ),
  fit: <path d="M2.5 6v-3.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />,
  map: <path d="M2 3.5l4-1.25 4 1.5 4-1.5v10.25l-4 1.5-4-1.5-4 1.25zM6 2.25V12.5M10 3.75v10.25" />,
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="M7.25 8.75 13 3M10.5 5.5l2 2" />
    </>
  ),
  gear: (
    <>
      <circle cx="8" cy="8" r="2" />
      <path d="M8 1.75v2M8 12.25v2M1.75 8h2M12.25 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4" />
    </>
  ),
  flow: (
    <>
      <rect x="1.75" y="2.5" width="4.5" height="4" rx="1" />
      <rect x="9.75" y="9.5" width="4.5" height="4" rx="1" />
      <path d="M6.25 4.5h3a1.5 1.5 0 0 1 1.5 1.5v1.5a2 2 0 0 0 1.25 2" />
    </>
  ),
  runs: <path d="M2.5 4.5h6M2.5 8h11M5.5 11.5h8" />,
  cube: <path d="M8 1.75l5.5 3.1v6.3L8 14.25l-5.5-3.1v-6.3zM2.5 4.85 8 8l5.5-3.15M8 8v6.25" />,
  server: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4.25" rx="1" />
      <rect x="2.25" y="9" width="11.5" height="4.25" rx="1" />
      <path d="M5 4.9h.01M5 11.1h.01" />
    </>
  ),
  book: (
    <path d="M8 4c-1.25-1-3-1.25-5.5-1.25v9.5C5 12.25 6.75 12.5 8 13.5c1.25-1 3-1.25 5.5-1.25v-9.5C11 2.75 9.25 3 8 4zM8 4v9.5" />
  ),
  warn: <path d="M8 2.25 14.25 13.25H1.75zM8 6.5v3M8 11.4v.01" />,
  err: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 5v3.5M8 10.9v.01" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.5v3.5M8 5.1v.01" />
    </>
  ),
  check: <path d="M3 8.5l3.25 3.25L13 5" />,
  fail_x: <path d="M4 4l8 8M12 4l-8 8" />,
  pending: <circle cx="8" cy="8" r="5.75" strokeDasharray="2.2 2.3" />,
  running: (
    <>
      <path d="M8 2.25A5.75 5.75 0 1 1 2.25 8" />
      <path d="M8 8V4.75" />
    </>
  ),
  waiting: <path d="M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14" />,
  retrying: <path d="M13.5 8a5.5 5.5 0 1 1-1.6-3.9L13.5 5.5M13.5 2v3.5H10" />,
  completed: <path d="M3 8.5l3.25 3.25L13 5" />,
  failed: <path d="M4 4l8 8M12 4l-8 8" />,
  skipped: <path d="M2 11.5C2.5 6 9.5 4 13 8.5M13.5 4.5v4h-4" />,
  cancelled: <rect x="4" y="4" width="8" height="8" rx="1" />,
  link: (
    <path d="M6.5 9.5l3-3M7 4.5l1.25-1.25a3.18 3.18 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.25 1.25a3.18 3.18 0 0 1-4.5-4.5L4.5 7" />
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V3.5a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
    </>
  ),
  filter: <path d="M2 3.5h12M4.5 8h7M6.5 12.5h3" />,
  calendar: (
    <>
      <rect x="2.25" y="3.25" width="11.5" height="10.5" rx="1.25" />
      <path d="M2.25 6.5h11.5M5.5 1.75v2.5M10.5 1.75v2.5" />
    </>
  ),
  hook: (
    <path d="M6 6.5a2.75 2.75 0 1 1 3.6 1.2L11.5 11M10 12.25a2.5 2.5 0 1 0 1.5-2.5M8 4.5 5 10.25M7.25 11.5A2.6 2.6 0 1 1 4.5 8.75" />
  ),
  terminal: (
    <>
      <rect x="2" y="2.75" width="12" height="10.5" rx="1.25" />
      <path d="M4.75 6.25l2 1.75-2 1.75M8.5 10h3" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.25" r="2.75" />
      <path d="M2.75 13.75c.5-3 2.5-4.25 5.25-4.25s4.75 1.25 5.25 4.25" />
    </>
  ),
  lock: (
    <>
      <rect x="3" y="7" width="10" height="6.5" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  pencil: <path d="M10.75 2.75l2.5 2.5L5.5 13H3v-2.5zM9 4.5 11.5 7" />,
  ext: <path d="M9.5 2.5h4v4M13.25 2.75 8 8M12 9.5v3a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h3" />,
  download: <path d="M8 2.5v7.5M5 7l3 3 3-3M2.5 13.5h11" />,
  file: <path d="M4 2h5l3 3v9H4zM9 2v3h3" />,
  eye: (
    <>
      <path d="M1.75 8S4 3.5 8 3.5 14.25 8 14.25 8 12 12.5 8 12.5 1.75 8 1.75 8z" />
      <circle cx="8" cy="8" r="1.9" />
    </>
  ),
  history: (
    <>
      <path d="M2.5 8A5.5 5.5 0 1 1 4.1 11.9M2.5 3.5V8H7" />
      <path d="M8 5.25V8l1.75 1.25" />
    </>
  ),
  braces: (
    <path d="M6 2.5c-2 0-2 1-2 2.5S3.5 8 2.5 8C3.5 8 4 9.5 4 11s0 2.5 2 2.5M10 2.5c2 0 2 1 2 2.5s.5 3 1.5 3c-1 0-1.5 1.5-1.5 3s0 2.5-2 2.5" />
  ),
  branch: (
    <>
      <circle cx="4.5" cy="3.75" r="1.5" />
      <circle cx="4.5" cy="12.25" r="1.5" />
      <circle cx="11.5" cy="5.75" r="1.5" />
      <path d="M4.5 5.25v5.5M11.5 7.25c0 2.25-3 2-5.75 3.5" />
    </>
  ),
  bolt: <path d="M9 1.75 3.5 9H8l-1 5.25L12.5 7H8z" />,
  outline: <path d="M2.5 3.5h8M5 8h8.5M5 12.5h8.5" />,
  grip: (
    <g fill="currentColor" stroke="none">
      <circle cx="6" cy="4" r="1" />
      <circle cx="10" cy="4" r="1" />
      <circle cx="6" cy="8" r="1" />
      <circle cx="10" cy="8" r="1" />
      <circle cx="6" cy="12" r="1" />
      <circle cx="10" cy="12" r="1" />
    </g>
  ),
  prev: <path d="M11.5 3.5 6 8l5.5 4.5M4 3.5v9" />,
  next: <path d="M4.5 3.5 10 8l-5.5 4.5M12 3.5v9" />,
  first: <path d="M12 4 8 8l4 4M8 4 4 8l4 4" />,
  collapse: <path d="M3 4.5l5 3.5 5-3.5M3 12l5-3.5 5 3.5" />,
  shield: (
    <path d="M8 1.75 13.25 3.5v4c0 3.25-2 5.5-5.25 6.75-3.25-1.25-5.25-3.5-5.25-6.75v-4zM5.5 7.75l1.75 1.75 3.25-3.5" />
  ),
  pin: <path d="M5.5 2h5M6.25 2v4.25L4 9h8L9.75 6.25V2M8 9v5" />,
  stop: <rect x="3.5" y="3.5" width="9" height="9" rx="1.5" />,
  moon: <path d="M13.25 9.75A5.75 5.75 0 1 1 6.25 2.75a4.75 4.75 0 0 0 7 7z" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5z" fill="currentColor" />
    </>
  ),
} as const;
