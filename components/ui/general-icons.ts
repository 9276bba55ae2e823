import AlignCenterHorizontal from 'lucide-react/icons/align-center-horizontal';
import AlignCenterVertical from 'lucide-react/icons/align-center-vertical';
import AlignEndHorizontal from 'lucide-react/icons/align-end-horizontal';
import AlignEndVertical from 'lucide-react/icons/align-end-vertical';
import AlignHorizontalDistributeCenter from 'lucide-react/icons/align-horizontal-distribute-center';
import AlignStartHorizontal from 'lucide-react/icons/align-start-horizontal';
import AlignStartVertical from 'lucide-react/icons/align-start-vertical';
import AlignVerticalDistributeCenter from 'lucide-react/icons/align-vertical-distribute-center';
import BookOpen from 'lucide-react/icons/book-open';
import Box from 'lucide-react/icons/box';
import Braces from 'lucide-react/icons/braces';
import Calendar from 'lucide-react/icons/calendar';
import ChartGantt from 'lucide-react/icons/chart-gantt';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up';
import ChevronsLeft from 'lucide-react/icons/chevrons-left';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CircleDot from 'lucide-react/icons/circle-dot';
import Contrast from 'lucide-react/icons/contrast';
import Copy from 'lucide-react/icons/copy';
import Cpu from 'lucide-react/icons/cpu';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import FilePage from 'lucide-react/icons/file';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Folder from 'lucide-react/icons/folder';
import Frame from 'lucide-react/icons/frame';
import GitBranch from 'lucide-react/icons/git-branch';
import GripVertical from 'lucide-react/icons/grip-vertical';
import History from 'lucide-react/icons/history';
import Hourglass from 'lucide-react/icons/hourglass';
import Inbox from 'lucide-react/icons/inbox';
import InfoCircle from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import Link from 'lucide-react/icons/link';
import ListFilter from 'lucide-react/icons/list-filter';
import ListTree from 'lucide-react/icons/list-tree';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Lock from 'lucide-react/icons/lock';
import MapFold from 'lucide-react/icons/map';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Network from 'lucide-react/icons/network';
import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import Pause from 'lucide-react/icons/pause';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import Play from 'lucide-react/icons/play';
import Plus from 'lucide-react/icons/plus';
import Redo2 from 'lucide-react/icons/redo-2';
import RedoDot from 'lucide-react/icons/redo-dot';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import Server from 'lucide-react/icons/server';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SkipForward from 'lucide-react/icons/skip-forward';
import Square from 'lucide-react/icons/square';
import SquareTerminal from 'lucide-react/icons/square-terminal';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import User from 'lucide-react/icons/user';
import Waypoints from 'lucide-react/icons/waypoints';
import Webhook from 'lucide-react/icons/webhook';
import Workflow from 'lucide-react/icons/workflow';
import X from 'lucide-react/icons/x';
import Zap from 'lucide-react/icons/zap';

/** Icons other than those of actions, imported one by one so that pages load only what they use. */
export const GENERAL_ICONS = {
  align_bottom: AlignEndHorizontal,
  align_center: AlignCenterVertical,
  align_left: AlignStartVertical,
  align_middle: AlignCenterHorizontal,
  align_right: AlignEndVertical,
  align_top: AlignStartHorizontal,
  bolt: Zap,
  breakpoint: CircleDot,
  book: BookOpen,
  braces: Braces,
  branch: GitBranch,
  calendar: Calendar,
  cancelled: Square,
  check: Check,
  collapse: ChevronsDownUp,
  completed: Check,
  copy: Copy,
  cpu: Cpu,
  cube: Box,
  distribute_horizontal: AlignHorizontalDistributeCenter,
  distribute_vertical: AlignVerticalDistributeCenter,
  down: ChevronDown,
  download: Download,
  err: CircleAlert,
  expand: ChevronsUpDown,
  ext: ExternalLink,
  eye: Eye,
  failed: X,
  file: FilePage,
  filter: ListFilter,
  first: ChevronsLeft,
  fit: Maximize,
  flow: Workflow,
  frame: Frame,
  gear: Settings,
  grip: GripVertical,
  half: Contrast,
  history: History,
  hook: Webhook,
  inbox: Inbox,
  info: InfoCircle,
  key: KeyRound,
  left: ChevronLeft,
  lineage: Waypoints,
  link: Link,
  lock: Lock,
  map: MapFold,
  minus: Minus,
  more: Ellipsis,
  next: ChevronLast,
  outline: ListTree,
  panelLeft: PanelLeft,
  panelRight: PanelRight,
  pause: Pause,
  pencil: Pencil,
  pending: CircleDashed,
  folder: Folder,
  pin: Pin,
  play: Play,
  plus: Plus,
  previous: ChevronFirst,
  redo: Redo2,
  retrying: RotateCw,
  right: ChevronRight,
  running: LoaderCircle,
  runs: ChartGantt,
  search: Search,
  server: Server,
  shield: ShieldCheck,
  skipped: SkipForward,
  stepOver: RedoDot,
  stop: Square,
  terminal: SquareTerminal,
  test: FlaskConical,
  tidy: Network,
  trash: Trash2,
  undo: Undo2,
  up: ChevronUp,
  user: User,
  waiting: Hourglass,
  warn: TriangleAlert,
  x: X,
} as const;
