CREATE TABLE "payloads" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pipeline_versions" (
	"pipeline_id" text NOT NULL,
	"version" integer NOT NULL,
	"document" text NOT NULL,
	"hash" text NOT NULL,
	"step_count" integer NOT NULL,
	"problem_count" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pipeline_versions_pipeline_id_version_pk" PRIMARY KEY("pipeline_id","version")
);
--> statement-breakpoint
CREATE TABLE "pipelines" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"version" integer NOT NULL,
	"last_run_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "run_commands" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consumed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"step" text,
	"iteration" integer[],
	"attempt" integer,
	"body" json NOT NULL,
	CONSTRAINT "run_events_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_payloads" (
	"run_id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "run_payloads_run_id_hash_pk" PRIMARY KEY("run_id","hash")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"pipeline_id" text NOT NULL,
	"version" integer NOT NULL,
	"status" text NOT NULL,
	"params" json NOT NULL,
	"parent_run_id" text,
	"trigger" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"error" json,
	"failed_step" text,
	"last_seq" integer NOT NULL,
	"owner" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"wake_at" timestamp with time zone,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"command_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD CONSTRAINT "pipeline_versions_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_commands" ADD CONSTRAINT "run_commands_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_payloads" ADD CONSTRAINT "run_payloads_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_payloads" ADD CONSTRAINT "run_payloads_hash_payloads_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."payloads"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_version_fk" FOREIGN KEY ("pipeline_id","version") REFERENCES "public"."pipeline_versions"("pipeline_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pipelines_listed" ON "pipelines" USING btree ("updated_at" DESC NULLS LAST) WHERE "pipelines"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "run_commands_of_run" ON "run_commands" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "run_payloads_hash" ON "run_payloads" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_number" ON "runs" USING btree ("pipeline_id","number");--> statement-breakpoint
CREATE INDEX "runs_created" ON "runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_pipeline" ON "runs" USING btree ("pipeline_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_of_parent" ON "runs" USING btree ("parent_run_id") WHERE "runs"."parent_run_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_ready" ON "runs" USING btree ("wake_at") WHERE "runs"."owner" is null and "runs"."status" in ('pending', 'running', 'waiting');--> statement-breakpoint
CREATE INDEX "runs_leased" ON "runs" USING btree ("lease_until") WHERE "runs"."owner" is not null;