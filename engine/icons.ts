/** Icons of actions; `components/ui/action-marks.tsx` renders them. */
export type ActionIcon =
  | 'aggregate'
  | 'cloud_model_add'
  | 'cluster_health'
  | 'conditional'
  | 'database'
  | 'email'
  | 'fail'
  | 'http_request'
  | 'log'
  | 'loop'
  | 'model_add'
  | 'model_delete'
  | 'notification'
  | 'set_output'
  | 'transform'
  | 'wait'
  | 'wait_until';
