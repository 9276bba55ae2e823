CREATE TABLE "pipeline_drafts" (
	"pipeline_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"document" text NOT NULL,
	"hash" text NOT NULL,
	"content_hash" text,
	"step_count" integer NOT NULL,
	"problem_count" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "pipelines_listed";--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "layout" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "content_hash" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "origin" text DEFAULT 'autosave' NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "pipeline_versions" ADD COLUMN "changes" json;--> statement-breakpoint
ALTER TABLE "pipelines" ADD COLUMN "edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_drafts" ADD CONSTRAINT "pipeline_drafts_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "pipeline_drafts" ("pipeline_id", "revision", "document", "hash", "step_count", "problem_count", "updated_at")
SELECT p."id", p."version", v."document", v."hash", v."step_count", v."problem_count", p."updated_at"
FROM "pipelines" p JOIN "pipeline_versions" v ON v."pipeline_id" = p."id" AND v."version" = p."version";--> statement-breakpoint
ALTER TABLE "pipeline_drafts" SET (
	autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20, autovacuum_vacuum_cost_delay = 0,
	toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 500, toast.autovacuum_vacuum_cost_delay = 0
);
